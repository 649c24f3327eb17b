import { type SavedView, VIEWS_MAX, VIEWS_OF_LIST_MAX, type ViewedList } from '#contract/people/views.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import type { Tx } from '../platform/db/database.ts'
import { deleteView, holdViews, insertView, updateView } from './rows.ts'

const NO_VIEW = 'There is no such view.'

type By = { tx: Tx; caller: UserCaller; now: Date }
type NewView = { list: ViewedList; name: string; search: string }

/** Keeps a state of a list under a name. Throws conflict `view_exists`, or `views_full` beyond their number. */
export const addView = async ({ tx, caller, now }: By, view: NewView): Promise<SavedView> => {
  const held = await holdViews(tx, caller)
  refuseTwin(held, view)
  if (held.filter(({ list }) => list === view.list).length >= VIEWS_OF_LIST_MAX) {
    const message = `You keep ${VIEWS_OF_LIST_MAX} views of this list; no more fit. Delete one first.`
    throw conflict('views_full', message)
  }
  if (held.length >= VIEWS_MAX) {
    throw conflict('views_full', `You keep ${VIEWS_MAX} views; no more fit. Delete one first.`)
  }
  return insertView(tx, { ...view, user_id: caller.user_id, created_at: now, modified_at: now })
}

/** Renames a view, or makes it show something else. Throws not_found where it is not the caller's, `view_exists`. */
export const changeView = async (
  { tx, caller, now }: By,
  { id, name, search }: { id: string; name?: string | undefined; search?: string | undefined },
): Promise<SavedView> => {
  const held = await holdViews(tx, caller)
  const before = held.find((view) => view.id === id)
  if (!before) throw notFound(NO_VIEW)
  const after = { name: name ?? before.name, search: search ?? before.search }
  refuseTwin(held, { ...before, ...after })
  await updateView(tx, caller, id, { ...after, modified_at: now })
  return { ...before, ...after }
}

/** Forgets a view. Throws not_found where the caller has none such. */
export const removeView = async (
  { tx, caller }: { tx: Tx; caller: UserCaller },
  id: string,
): Promise<void> => {
  if (!(await deleteView(tx, caller, id))) throw notFound(NO_VIEW)
}

const refuseTwin = (held: readonly SavedView[], view: Omit<NewView, 'search'> & { id?: string }) => {
  const twin = held.find(({ list, name }) => list === view.list && name === view.name)
  if (twin && twin.id !== view.id) throw conflict('view_exists', 'You have a view of that name already.')
}
