/** What a bag knows of an item in it. */
export interface Placed {
  /** Where it is in the list; -1 when it is not in the bag. */
  place: number
  /** Counts up with every item. */
  order: number
}

/** Things that come and go on every step. */
export interface Bag<Item extends Placed> {
  readonly size: number
  add(item: Item): void
  /** Whether it was in. */
  remove(item: Item): boolean
  /** In the order they came. */
  items(): Item[]
  clear(): void
}

/**
 * Not a Set: whenever one makes itself a new table, the old table points to it, and so a dead table that has grown
 * old, which only the rare large collections free, keeps alive whatever was in those that came after it.
 */
export function createBag<Item extends Placed>(): Bag<Item> {
  let list: Item[] = []
  let count = 0
  return {
    get size() {
      return list.length
    },
    add(item) {
      item.place = list.length
      item.order = count++
      list.push(item)
    },
    remove(item) {
      const { place } = item
      if (place < 0) return false
      item.place = -1
      const last = list.pop()!
      if (last === item) return true
      list[place] = last
      last.place = place
      return true
    },
    items: () => [...list].sort((left, right) => left.order - right.order),
    clear() {
      for (const item of list) item.place = -1
      list = []
    },
  }
}
