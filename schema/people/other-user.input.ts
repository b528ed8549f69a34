/** The input of a mutation that concerns another user. */
export const otherUser = { userId: ['ID<User>!', 'Id of the user.'] } as const;
