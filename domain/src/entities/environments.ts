/** What each environment is called on paper and in files, as the screens call it. */
export const ENVIRONMENT_WORDS = {
  simulator: 'Simulator',
  preprod: 'Preprod',
  prod: 'Production',
} as const
