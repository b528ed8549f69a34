/** Meters in a mile (decisions R8). */
export const metersAMile = 1609.344;

/** Meters in a foot. */
export const metersAFoot = 0.3048;

/** Kilograms in a pound. */
export const kilogramsAPound = 0.45359237;

/** The mean radius of the earth in meters (decisions R5). */
export const earthRadius = 6_371_008.8;

/** Meters in a degree along a meridian. */
export const metersADegree = (Math.PI * earthRadius) / 180;
