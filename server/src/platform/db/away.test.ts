import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { databaseTrouble, endsConnection } from './trouble.ts'

/** What PostgreSQL says, as pg hands it on. */
const said = (code: string, severity = 'ERROR') =>
  Object.assign(new pg.DatabaseError('no', 0, 'error'), { code, severity })
/** What Node says of a socket. */
const socket = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.7:5432`), { code })

const kindOf = (error: unknown) => {
  const problem = databaseTrouble(error)?.problem
  return problem && { kind: problem.kind, code: problem.code }
}
const AWAY = { kind: 'unavailable', code: 'database_unavailable' }

describe('what a failed call of the database is for its caller', () => {
  it.each([
    ...['08000', '08001', '08003', '08004', '08006', '08P01', '25006', '25P03', '28000', '28P01', '3D000'],
    ...['40001', '40P01', '53000', '53100', '53200', '53300', '53400', '55P03', '57P01', '57P02'],
    ...['57P03', '57P05', '58000', '58030'],
  ])('%s is to be tried again', (code) => {
    expect(kindOf(said(code))).toEqual(AWAY)
    expect(databaseTrouble(said(code))?.problem).toMatchObject({ retry_after_s: 5 })
  })

  it('57014 took too long, and says so', () => {
    expect(kindOf(said('57014'))).toEqual({ kind: 'unavailable', code: 'database_slow' })
  })

  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
    'EAI_AGAIN',
  ])('%s of the socket is to be tried again, on another connection', (code) => {
    expect(kindOf(socket(code))).toEqual(AWAY)
    expect(endsConnection(socket(code))).toBe(true)
  })

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('“%s” of pg is to be tried again', (message) => {
    expect(kindOf(new Error(message))).toEqual(AWAY)
  })

  it('of a name with several addresses that all refuse is the same', () => {
    const all = new AggregateError([socket('ECONNREFUSED'), socket('ECONNREFUSED')])
    expect(kindOf(all)).toEqual(AWAY)
  })

  it.each([
    ...['22001', '22P02', '23502', '23505', '23514', '25001', '25P02', '42601', '42P01', '42501'],
    ...['0A000', 'XX000', ''],
  ])('%s is a fault of the statement, whatever else', (code) => {
    expect(databaseTrouble(said(code))).toBeUndefined()
    expect(endsConnection(said(code))).toBe(false)
  })

  it('23503 is a conflict', () => {
    expect(kindOf(said('23503'))).toEqual({ kind: 'conflict', code: 'changed_meanwhile' })
  })

  it('is nothing of the database where the program is at fault', () => {
    for (const error of [new TypeError('x is not a function'), new RangeError('no'), 'text', undefined])
      expect(databaseTrouble(error)).toBeUndefined()
  })
})

describe('a connection', () => {
  it('is of no more use when its server ends it, or may not write any more', () => {
    expect(endsConnection(said('57P01', 'FATAL'))).toBe(true)
    expect(endsConnection(said('XX000', 'PANIC'))).toBe(true)
    // A server that was demoted goes on serving whoever is connected.
    expect(endsConnection(databaseTrouble(said('25006')))).toBe(true)
  })

  it('is kept after a statement that failed', () => {
    for (const code of ['40001', '55P03', '57014', '23505']) expect(endsConnection(said(code))).toBe(false)
  })
})
