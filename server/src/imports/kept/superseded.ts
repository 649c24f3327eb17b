/** Somebody else has gone on with the import, or ended it, since it was read: what was done meanwhile is undone. */
export class Superseded extends Error {
  constructor() {
    super('The import has moved on meanwhile.')
  }
}
