/** What stands where a person has no picture. */
export const initialsOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name.charAt(0)}${last_name.charAt(0)}`.toUpperCase()
