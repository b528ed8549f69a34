/** Meters of a mile (decisions R8). */
export const metersAMile = 1609.344;

/** Meters of a foot. */
export const metersAFoot = 0.3048;

/** Kilograms of a pound. */
export const kilogramsAPound = 0.45359237;

/** Mean radius of the earth in meters (decisions R5). */
export const earthRadius = 6_371_008.8;

/** Meters of a degree along a meridian. */
export const metersADegree = (Math.PI * earthRadius) / 180;
