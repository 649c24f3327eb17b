import { oneOf, pageNumber, readAddress } from '../../ui/address.ts'

export const PAGE_SIZES = [10, 20, 50] as const

export const readPage = readAddress({ page: pageNumber, page_size: oneOf(PAGE_SIZES) })
