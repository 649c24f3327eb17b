import { own } from '#codes/own.ts'
import type { Flag } from '../access/flags.ts'

/** How a person is told of a kind of thing. All but the first one show it in the portal. */
export const WAYS = ['off', 'in_app', 'at_once', 'digest'] as const
export type Way = (typeof WAYS)[number]

/**
 * Who is told: those who reach the department and have one of the flags, the one person whom it concerns, or the
 * superadmins.
 */
type Readers = { of: 'department'; flags: readonly [Flag, ...Flag[]] } | { of: 'person' } | { of: 'office' }

const DOCUMENT_READERS: Readers = { of: 'department', flags: ['can_view_invoice', 'can_view_all'] }

/**
 * All that a person may be told about, the gravest first. `usual` is how, until they choose; `usual_office`, how a
 * superadmin is told, where that differs: what the law puts a clock on ends before they may next look at the portal.
 * `legal`: a superadmin cannot switch it off, since nobody else may be left who acts in time.
 */
export const KINDS = [
  {
    key: 'submission_failed',
    description: 'A document could not be sent to LHDN.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
  },
  {
    key: 'invalid',
    description: 'LHDN found a document invalid.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
  },
  {
    key: 'outcome_unknown',
    description: 'It is not known whether LHDN received a document.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
  },
  {
    key: 'received_already',
    description: 'LHDN has another document of that number.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
  },
  {
    key: 'sent_back',
    description: 'A document was sent back instead of approved.',
    readers: { of: 'department', flags: ['can_create_invoice', 'can_edit_invoice'] },
    usual: 'in_app',
  },
  {
    key: 'on_hold',
    description: 'A document waits and is sent by itself as soon as it can be.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
  },
  {
    key: 'rejection_requested',
    description: 'The other party asked for the rejection of a document.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
    usual_office: 'at_once',
    legal: true,
  },
  {
    key: 'cancellation_failed',
    description: 'A cancellation was refused or not sent, or its answer was lost.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
    usual_office: 'at_once',
  },
  {
    key: 'submission_deadline',
    description: 'A consolidated document must reach LHDN within two days.',
    readers: DOCUMENT_READERS,
    usual: 'in_app',
    usual_office: 'at_once',
    legal: true,
  },
  {
    key: 'chain_not_intact',
    description: 'The audit chain is not intact, or could not be verified.',
    readers: { of: 'office' },
    usual: 'at_once',
    legal: true,
  },
  {
    key: 'certificate_ending',
    description: 'The signing certificate of a company ends soon.',
    readers: { of: 'office' },
    usual: 'at_once',
    legal: true,
  },
  {
    key: 'key_ending',
    description: 'An API key ends soon, or has ended.',
    readers: { of: 'office' },
    usual: 'at_once',
  },
  {
    key: 'approval_waiting',
    description: 'A document waits for your approval.',
    readers: { of: 'department', flags: ['can_approve_invoice'] },
    usual: 'in_app',
  },
  {
    key: 'request_waiting',
    description: 'A change of permissions, departments or rules waits for a decision.',
    readers: { of: 'office' },
    usual: 'at_once',
  },
  {
    key: 'request_decided',
    description: 'A change that you asked for was decided, or has expired.',
    readers: { of: 'person' },
    usual: 'in_app',
  },
  {
    key: 'import_finished',
    description: 'A file that you uploaded was processed.',
    readers: { of: 'person' },
    usual: 'in_app',
  },
  {
    key: 'report_finished',
    description: 'A report that you asked for is ready, or could not be made.',
    readers: { of: 'person' },
    usual: 'in_app',
  },
] as const satisfies readonly {
  key: string
  description: string
  readers: Readers
  usual: Way
  usual_office?: Way
  legal?: true
}[]

export type KindKey = (typeof KINDS)[number]['key']
type Kind = {
  key: KindKey
  description: string
  readers: Readers
  usual: Way
  usual_office?: Way
  legal?: true
}

const ALL: readonly Kind[] = KINDS

/** Of these to have looked is all that can be done. */
export const NEWS: readonly KindKey[] = KINDS.filter(({ readers }) => readers.of === 'person').map(
  ({ key }) => key,
)

export const KIND_KEYS: readonly KindKey[] = ALL.map(({ key }) => key)
export const isKind = (key: string): key is KindKey => KIND_KEYS.some((one) => one === key)

/** What somebody has chosen, by kind; what is absent is as usual. */
export type Ways = Readonly<Partial<Record<KindKey, Way>>>

export type Reader = { superadmin: boolean; flags: ReadonlySet<Flag> }

/** Whether somebody with these rights is ever told of a kind; in which departments is their scope's matter. */
export const concerns = ({ readers }: Kind, { superadmin, flags }: Reader): boolean => {
  if (readers.of === 'office') return superadmin
  return superadmin || readers.of === 'person' || readers.flags.some((flag) => flags.has(flag))
}

/** Whether the person must be told of a kind: nothing that they choose switches it off. */
export const isBinding = ({ legal }: Kind, superadmin: boolean) => legal === true && superadmin

/** How somebody is told of a kind. */
export const wayOf = (kind: Kind, chosen: Ways, superadmin: boolean): Way => {
  const way = own<Way>(chosen, kind.key) ?? ((superadmin && kind.usual_office) || kind.usual)
  return way === 'off' && isBinding(kind, superadmin) ? 'in_app' : way
}

/** The kinds that concern somebody and reach them by one of these ways. */
export const kindsBy = (ways: readonly Way[], reader: Reader, chosen: Ways): readonly Kind[] =>
  ALL.filter((kind) => concerns(kind, reader) && ways.includes(wayOf(kind, chosen, reader.superadmin)))

/** The keys of the kinds that are not off: what the specification calls the notification preferences. */
export const keysNotOff = (chosen: Ways, superadmin: boolean): KindKey[] =>
  ALL.flatMap((kind) => (wayOf(kind, chosen, superadmin) === 'off' ? [] : [kind.key]))

/** Ways of a kind that is not off. */
export const TOLD_WAYS = ['in_app', 'at_once', 'digest'] as const
type Told = Readonly<Partial<Record<KindKey, (typeof TOLD_WAYS)[number]>>>

/**
 * The choice of exactly these kinds: the others are off. Each comes as `ways` says, else as it came before, else, since
 * a list of keys means mail (decisions.md §10), by mail at once.
 */
export const withKeys = (
  { chosen, superadmin }: { chosen: Ways; superadmin: boolean },
  keys: readonly KindKey[],
  ways: Told = {},
): Ways =>
  Object.fromEntries(
    ALL.map((kind) => {
      if (!keys.includes(kind.key)) return [kind.key, 'off']
      const before = wayOf(kind, chosen, superadmin)
      return [kind.key, ways[kind.key] ?? (before === 'off' ? 'at_once' : before)]
    }),
  )

/** How somebody is told of each kind. */
export const everyWay = (chosen: Ways, superadmin: boolean): Readonly<Record<KindKey, Way>> =>
  // Object.fromEntries forgets the keys; ALL holds each of them once.
  Object.fromEntries(ALL.map((kind) => [kind.key, wayOf(kind, chosen, superadmin)])) as Record<KindKey, Way>
