/** Meters in a mile. */
export const metersAMile = 1609.344;

/** The mean radius of the earth in meters (decisions R5). */
export const earthRadius = 6_371_008.8;

/** Meters in a degree along a meridian. */
export const metersADegree = (Math.PI * earthRadius) / 180;
