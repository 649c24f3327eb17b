import { z } from 'zod'
import { endpoint, superadmin } from '../endpoint.ts'
import { instant } from '../fields.ts'

const TAMPERINGS = ['altered', 'removed', 'inserted', 'reordered', 'truncated', 'rewritten'] as const
export type Tampering = (typeof TAMPERINGS)[number]

const Chain = z.object({
  /** The company's id; `installation` for what concerns no company. */
  chain: z.string(),
  /** The company's name; empty where there is none. */
  name: z.string(),
  strands: z.number(),
  links: z.number(),
  /** From when on it vouches for its records; null where its beginning is missing. */
  since: instant.nullable(),
})
export type Chain = z.infer<typeof Chain>

const Problem = z.object({
  chain: z.string(),
  name: z.string(),
  /** The table of the row, or `anchor`. */
  kind: z.string(),
  id: z.string(),
  what: z.enum(TAMPERINGS),
  why: z.string(),
})
export type Problem = z.infer<typeof Problem>

const Verdict = z.object({
  intact: z.boolean(),
  /** How much was looked at before the first problem, or all. */
  checked: z.object({ strands: z.number(), links: z.number(), records: z.number(), anchors: z.number() }),
  first_problem: Problem.nullable(),
})
export type Verdict = z.infer<typeof Verdict>

/** `broken_off`: no worker brought it to its end. */
export const RUN_STATES = ['waiting', 'running', 'done', 'broken_off'] as const

const VerificationRun = z.object({
  state: z.enum(RUN_STATES),
  begun_at: instant,
  begun_by: z.string(),
  ended_at: instant.nullable(),
  records_done: z.number(),
  /** 0 until they are counted. */
  records_total: z.number(),
  verdict: Verdict.nullable(),
})
export type VerificationRun = z.infer<typeof VerificationRun>

/** Where an anchor goes beside its file: to an address, or into an object store. */
export const DELIVERY_WAYS = ['mail', 'object'] as const

const Delivery = z.object({
  way: z.enum(DELIVERY_WAYS),
  /** Of the newest anchor that went this way. */
  file: z.string(),
  /** `on_its_way`: it is tried again and again; `failed`: no longer. */
  state: z.enum(['on_its_way', 'delivered', 'failed']),
  at: instant,
})
export type Delivery = z.infer<typeof Delivery>

/** The hash chains over the audit log, the documents' history and the authority's answers. */
export const chain = {
  read: endpoint({
    id: 'chain.read',
    method: 'GET',
    path: '/api/v1/audit/chain/',
    access: superadmin,
    reply: z.object({
      chains: z.array(Chain),
      /** Chains of companies that were removed. */
      ended: z.number(),
      anchors: z.object({
        count: z.number(),
        last: z.object({ file: z.string(), at: instant }).nullable(),
        deliveries: z.array(Delivery),
      }),
    }),
  }),
  /** The verification that was begun last, how far it is, and what came of it. */
  verification: endpoint({
    id: 'chain.verification',
    by_itself: true, // asked each second while a run lasts; who began it is told
    method: 'GET',
    path: '/api/v1/audit/verify/',
    access: superadmin,
    reply: z.object({ run: VerificationRun.nullable() }),
  }),
  /** Begins to follow every chain from its beginning; while one is under way, answers that one. */
  verify: endpoint({
    id: 'chain.verify',
    changes: ['chain.read', 'chain.verification'],
    method: 'POST',
    path: '/api/v1/audit/verify/',
    access: superadmin,
    status: 202,
    reply: VerificationRun,
  }),
}
