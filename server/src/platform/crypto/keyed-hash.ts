import { createHmac } from 'node:crypto'
import { derivedKey } from './secret-box.ts'

/**
 * HMAC-SHA-256 as base64url, with the installation's secret key for one purpose: whoever reads it can neither make
 * one nor try what it was made of.
 */
export const keyedHash = (key_hex: string, purpose: string, text: string): string =>
  createHmac('sha256', derivedKey(key_hex, purpose)).update(text).digest('base64url')
