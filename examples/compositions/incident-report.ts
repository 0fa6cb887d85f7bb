import type { Composition } from '@toolprism/composition'

/** What a model answers to "what happened to checkout yesterday afternoon?". */
export const incidentReport: Composition = {
  type: 'view',
  title: 'Checkout latency incident',
  subtitle: 'INC-2041 · 12 May 2026, 14:02 to 14:44 UTC · Payments',
  body: [
    {
      type: 'callout',
      tone: 'success',
      title: 'Resolved',
      text: 'A release doubled the queries behind the cart total. Rolling it back at 14:39 brought latency back to normal within five minutes.',
    },
    {
      type: 'stat',
      items: [
        { label: 'Duration', value: 42, unit: 'min' },
        {
          label: 'p95 latency at peak',
          value: 4120,
          unit: 'ms',
          delta: '+910% over normal',
          tone: 'danger',
        },
        { label: 'Orders delayed', value: 1318, delta: '6.2% of the day', tone: 'warning' },
        { label: 'Orders lost', value: 0, delta: 'all retried', tone: 'success' },
      ],
    },
    {
      type: 'trend',
      label: 'p95 checkout latency',
      unit: 'ms',
      from: '13:45',
      to: '15:00',
      points: [
        402, 398, 411, 420, 407, 415, 690, 1480, 2310, 3050, 3620, 3980, 4120, 4060, 3890, 3940,
        4010, 3700, 1820, 760, 450, 418, 409, 404, 401,
      ],
    },
    {
      type: 'section',
      title: 'What happened',
      body: [
        {
          type: 'timeline',
          items: [
            {
              at: '13:58',
              title: 'Release 2026.19 reaches all regions',
              text: [
                { text: 'Commit ' },
                { text: '9f41c2e', code: true },
                { text: ' adds a per-item tax lookup.' },
              ],
            },
            {
              at: '14:02',
              title: 'Latency alert fires',
              text: 'p95 above 1,500 ms for three minutes.',
              tone: 'warning',
            },
            {
              at: '14:11',
              title: 'Incident declared',
              text: 'Severity 2. On-call and database teams join.',
              tone: 'danger',
            },
            { at: '14:39', title: 'Release rolled back', tone: 'info' },
            { at: '14:44', title: 'Latency normal in every region', tone: 'success' },
          ],
        },
      ],
    },
    {
      type: 'columns',
      columns: [
        {
          weight: 3,
          body: [
            { type: 'heading', text: 'Impact by region', level: 3 },
            {
              type: 'bars',
              items: [
                { label: 'Europe', value: 812, tone: 'danger' },
                { label: 'North America', value: 398 },
                { label: 'Asia Pacific', value: 108 },
              ],
              unit: 'orders',
            },
          ],
        },
        {
          weight: 2,
          body: [
            { type: 'heading', text: 'At a glance', level: 3 },
            {
              type: 'fields',
              items: [
                { label: 'Severity', value: '2' },
                { label: 'Lead', value: 'Amara Osei' },
                { label: 'Trigger', value: 'Release 2026.19' },
                { label: 'Detection', value: 'Latency alert' },
              ],
            },
          ],
        },
      ],
    },
    {
      type: 'section',
      title: 'Root cause',
      body: [
        {
          type: 'text',
          text: [
            {
              text: 'The tax lookup ran once per cart line instead of once per cart. With carts of nine lines at lunch time, the database pool of ',
            },
            { text: 'orders-primary', code: true },
            { text: ' was exhausted and requests queued. ' },
            { text: 'Load tests use carts of two lines', bold: true },
            { text: ', which is why they passed.' },
          ],
        },
        {
          type: 'code',
          language: 'sql',
          caption: 'The query that ran once per line',
          code: 'SELECT rate FROM tax_rates\n WHERE region = $1 AND category = $2\n   AND valid_from <= now()\n ORDER BY valid_from DESC LIMIT 1;',
        },
      ],
    },
    {
      type: 'section',
      title: 'Follow-up',
      body: [
        {
          type: 'table',
          columns: [
            { key: 'action', label: 'Action' },
            { key: 'owner', label: 'Owner' },
            { key: 'due', label: 'Due' },
            { key: 'done', label: 'Done' },
          ],
          rows: [
            {
              action: 'Batch the tax lookup per cart',
              owner: 'Payments',
              due: '14 May',
              done: true,
            },
            {
              action: 'Load test with carts of 1, 10 and 50 lines',
              owner: 'Quality',
              due: '21 May',
              done: false,
            },
            {
              action: 'Alert on database pool saturation',
              owner: 'Platform',
              due: '28 May',
              done: false,
            },
          ],
        },
        {
          type: 'links',
          items: [
            {
              label: 'Incident channel log',
              href: 'https://status.example.com/inc/2041',
              note: 'full transcript',
            },
            { label: 'Roll-back runbook', href: 'https://wiki.example.com/runbooks/rollback' },
          ],
        },
      ],
    },
  ],
}
