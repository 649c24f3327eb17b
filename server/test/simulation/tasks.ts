import { AsyncLocalStorage } from 'node:async_hooks'

/** One run of a job handler in a simulated worker. `at`: where it stands still, `since_ms` since when. */
export type Task = {
  readonly worker: number
  readonly name: string
  at: string
  since_ms: number
  dead: boolean
}

/** What a killed task throws: nothing of it runs on, and its transaction and lease go as with the process. */
const KILLED = new Error('killed')

const current = new AsyncLocalStorage<{ task: Task; tasks: Tasks }>()

/** To be awaited wherever another task may take over; outside of a task it does nothing. */
export const pauseHere = async (at: string): Promise<void> => {
  const here = current.getStore()
  if (here) await here.tasks.pause(here.task, at)
}

/** For places where nobody else may take over, such as an open transaction: the process may only die there. */
export const dieHere = (at: string): void => {
  const here = current.getStore()
  if (here) here.tasks.perish(here.task, at)
}

type Verdict = 'go on' | 'die'
export type Tasks = ReturnType<typeof createTasks>

type Surroundings = {
  now(): number
  note(line: string): void
  failed(task: Task, error: unknown): void
  /** Whether the worker dies at a place where it cannot pause. */
  perishes(): boolean
}

/**
 * Tasks of which exactly one runs at a time: it runs until it pauses or ends, and whoever drives decides which
 * goes on. With one seed behind that decision, every run is the same run.
 */
export const createTasks = ({ now, note, failed, perishes }: Surroundings) => {
  const paused = new Map<Task, (verdict: Verdict) => void>()
  let handBack = () => {}

  /** Lets one task run until it pauses or ends. */
  const turn = (go: () => void) =>
    new Promise<void>((resolve) => {
      handBack = resolve
      go()
    })

  const resume = (task: Task, verdict: Verdict): Promise<void> => {
    const go = paused.get(task)
    if (!go) throw new Error(`${task.name} is not paused.`)
    paused.delete(task)
    return turn(() => go(verdict))
  }

  const tasks = {
    paused: (): Task[] => [...paused.keys()],
    pause: async (task: Task, at: string): Promise<void> => {
      if (task.dead) throw KILLED
      const verdict = await new Promise<Verdict>((resolve) => {
        task.at = at
        task.since_ms = now()
        paused.set(task, resolve)
        handBack()
      })
      if (verdict === 'go on') return
      task.dead = true
      throw KILLED
    },
    perish: (task: Task, at: string): void => {
      if (!task.dead && !perishes()) return
      note(`${task.name} dies at ${at}`)
      task.dead = true
      throw KILLED
    },
    /** Starts a task and lets it run to its first pause. */
    start: async (worker: number, name: string, work: () => Promise<unknown>): Promise<Task> => {
      const task: Task = { worker, name, at: '', since_ms: now(), dead: false }
      note(`start ${name}`)
      await turn(() => {
        current
          .run({ task, tasks }, work)
          .then(
            () => note(`end ${name}`),
            (error) => (error === KILLED ? undefined : failed(task, error)),
          )
          .finally(() => handBack())
      })
      return task
    },
    goOn: (task: Task): Promise<void> => {
      note(`go on ${task.name} after ${task.at}`)
      return resume(task, 'go on')
    },
    kill: (task: Task): Promise<void> => {
      note(`kill ${task.name} at ${task.at}`)
      return resume(task, 'die')
    },
  }
  return tasks
}
