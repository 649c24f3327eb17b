import type { ENVIRONMENTS } from '#contract/entities.ts'

export type Environment = (typeof ENVIRONMENTS)[number]

export type Place = { api_url: string; identity_url: string; portal_url: string }

/** Where each environment lives (MyInvois SDK, "Environments"; read 23 Jul 2026). Addresses without trailing slash. */
export const places = (simulator_url: string): Record<Environment, Place> => ({
  simulator: { api_url: simulator_url, identity_url: simulator_url, portal_url: simulator_url },
  preprod: {
    api_url: 'https://preprod-api.myinvois.hasil.gov.my',
    identity_url: 'https://preprod-api.myinvois.hasil.gov.my',
    portal_url: 'https://preprod.myinvois.hasil.gov.my',
  },
  prod: {
    api_url: 'https://api.myinvois.hasil.gov.my',
    identity_url: 'https://api.myinvois.hasil.gov.my',
    portal_url: 'https://myinvois.hasil.gov.my',
  },
})

/** The public page which a document's QR code leads to; empty without a long id: then there is none. */
export const validationUrl = (portal_url: string, uuid: string, long_id: string) =>
  long_id && `${portal_url}/${encodeURIComponent(uuid)}/share/${encodeURIComponent(long_id)}`
