type Invitable = { email: string; origin: string; state: string }

/** Whether a person who has no password yet is mailed a link once more: the first one went to another address. */
export const isInvitedAnew = (
  before: Pick<Invitable, 'email'>,
  { email, origin, state }: Invitable,
): boolean => state === 'invited' && origin === 'local' && email !== before.email
