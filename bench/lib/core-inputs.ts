import * as z from 'zod'

/* Three sizes, types only: the cheapest floor a schema can have. */
export const smallSchema = z.object({ query: z.string(), limit: z.number(), exact: z.boolean() })
export const small = { query: 'open invoices', limit: 20, exact: false }

const address = z.object({
  street: z.string(),
  city: z.string(),
  zip: z.string(),
  country: z.string(),
})
export const midSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  age: z.number(),
  active: z.boolean(),
  level: z.enum(['low', 'normal', 'high']),
  home: address,
  work: address,
  tags: z.array(z.string()),
  scores: z.array(z.number()),
  limits: z.object({ daily: z.number(), weekly: z.number() }),
  note: z.string().optional(),
})
export const mid = {
  id: 'c-1729',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  age: 36,
  active: true,
  level: 'high',
  home: { street: '12 St James Square', city: 'London', zip: 'SW1Y', country: 'GB' },
  work: { street: '1 Dorset Street', city: 'London', zip: 'W1U', country: 'GB' },
  tags: ['founder', 'analyst', 'vip', 'uk', 'math'],
  scores: [9.5, 8, 7.25, 10],
  limits: { daily: 100, weekly: 500 },
  note: 'prefers e-mail',
}
/** Six faults. */
export const midBad = {
  ...mid,
  age: 'x',
  level: 'hgh',
  home: { street: 1, city: 'London', zip: 'SW1Y' },
  tags: ['a', 2],
  limits: { daily: '100', weekly: 500 },
}

export const largeSchema = z.object({
  rows: z.array(
    z.object({ id: z.number(), name: z.string(), price: z.number(), active: z.boolean() }),
  ),
})
export const large = JSON.parse(
  JSON.stringify({
    rows: Array.from({ length: 2000 }, (_, id) => ({
      id,
      name: `customer ${id}`,
      price: id * 1.25,
      active: id % 2 === 0,
    })),
  }),
) as z.infer<typeof largeSchema>

/* The same with the checks real tools have. */
export const smallChecked = z.object({
  query: z.string().min(1).max(200),
  limit: z.number().int().min(1).max(50),
  exact: z.boolean(),
})
export const largeChecked = z.object({
  rows: z
    .array(
      z.object({
        id: z.number().int().nonnegative(),
        name: z.string().min(1).max(80),
        price: z.number().min(0),
        active: z.boolean(),
      }),
    )
    .max(5000),
})
