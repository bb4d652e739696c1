import type { Price } from './prices.ts'

/** So much of something, and what it comes to in US dollars: `quantity` times the price. */
export interface Item {
  readonly what: string
  readonly quantity: number
  readonly price: Price
  readonly dollars: number
}

export interface Bill {
  readonly items: readonly Item[]
  readonly dollars: number
}

export const item = (what: string, quantity: number, price: Price): Item => ({
  what,
  quantity,
  price,
  dollars: quantity * price.dollars,
})

export const billOf = (items: readonly Item[]): Bill => ({
  items,
  dollars: items.reduce((sum, { dollars }) => sum + dollars, 0),
})

const DIGITS = 12

/** In whole cents, half a cent upwards: also where the computer has a product a hair below the half. */
export const wholeCents = (dollars: number): number =>
  Math.round(Number((dollars * 100).toPrecision(DIGITS))) / 100
