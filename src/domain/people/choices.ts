/** What people choose in their preferences and in their profile (R1). */
export const distanceUnits = ['miles', 'kilometers'] as const;
export const elevationUnits = ['feet', 'meters'] as const;
export const weightUnits = ['pounds', 'kilograms'] as const;
/** Empty: not said. */
export const genders = ['M', 'F', 'O', ''] as const;

/** One of the values of such a list. */
export type ChoiceOf<Values extends readonly string[]> = Values[number];
