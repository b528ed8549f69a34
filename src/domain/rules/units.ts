/** Meters in a foot. */
export const metersAFoot = 0.3048;

/** Kilograms in a pound. */
export const kilogramsAPound = 0.45359237;
