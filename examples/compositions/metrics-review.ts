import type { Composition } from '@toolprism/composition'

/** What a model answers to "how did the shop do last week?". */
export const metricsReview: Composition = {
  type: 'view',
  title: 'Weekly metrics review',
  subtitle: 'Week 19, 4 to 10 May 2026, compared with week 18',
  body: [
    {
      type: 'text',
      text: [
        { text: 'Revenue grew ' },
        { text: '6.4%', bold: true },
        {
          text: ', carried by returning customers. Sign-ups fell after the landing page test ended; the ',
        },
        { text: 'variant B', code: true },
        { text: ' page should go live for everybody.' },
      ],
    },
    {
      type: 'stat',
      items: [
        { label: 'Revenue', value: '€ 482,310', delta: '+6.4%', tone: 'success' },
        { label: 'Orders', value: 9874, delta: '+4.1%', tone: 'success' },
        { label: 'Conversion', value: 3.2, unit: '%', delta: '+0.1 points', tone: 'success' },
        { label: 'Sign-ups', value: 2140, delta: '-11.8%', tone: 'danger' },
        { label: 'Refund rate', value: 1.9, unit: '%', delta: 'unchanged' },
        { label: 'Median delivery', value: 2.4, unit: 'days', delta: '+0.3 days', tone: 'warning' },
      ],
    },
    {
      type: 'trend',
      label: 'Revenue a day, last four weeks',
      unit: 'k€',
      from: '13 April',
      to: '10 May',
      points: [
        58, 61, 60, 64, 72, 81, 66, 57, 60, 62, 63, 71, 79, 64, 59, 62, 63, 66, 74, 83, 68, 62, 65,
        66, 69, 77, 88, 71,
      ],
    },
    {
      type: 'columns',
      columns: [
        {
          body: [
            { type: 'heading', text: 'Revenue by channel', level: 3 },
            {
              type: 'bars',
              unit: '%',
              items: [
                { label: 'Direct', value: 41 },
                { label: 'Search', value: 27 },
                { label: 'Newsletter', value: 19 },
                { label: 'Partners', value: 9 },
                { label: 'Social', value: 4 },
              ],
            },
          ],
        },
        {
          body: [
            { type: 'heading', text: 'Goals of the quarter', level: 3 },
            { type: 'progress', label: 'Revenue', value: 2.61, max: 6.2 },
            { type: 'progress', label: 'New customers', value: 38, tone: 'warning' },
            { type: 'progress', label: 'On-time delivery', value: 91, tone: 'success' },
            {
              type: 'text',
              size: 'small',
              text: 'Six of thirteen weeks are over, 46% of the quarter.',
            },
          ],
        },
      ],
    },
    {
      type: 'section',
      title: 'Best and worst products',
      note: 'By change in units sold',
      body: [
        {
          type: 'table',
          columns: [
            { key: 'product', label: 'Product' },
            { key: 'units', label: 'Units' },
            { key: 'change', label: 'Change', align: 'end' },
            { key: 'stock', label: 'Weeks of stock' },
            { key: 'note', label: 'Note' },
          ],
          rows: [
            {
              product: 'Trail backpack 28 l',
              units: 1204,
              change: '+38%',
              stock: 1.5,
              note: [{ text: 'Reorder now', bold: true }],
            },
            {
              product: 'Merino base layer',
              units: 986,
              change: '+21%',
              stock: 4,
              note: 'Newsletter of 6 May',
            },
            { product: 'Travel mug', units: 640, change: '+12%', stock: 9.5 },
            {
              product: 'Rain jacket',
              units: 312,
              change: '-24%',
              stock: 14,
              note: 'Dry week in the north',
            },
            { product: 'Head torch', units: 188, change: '-31%', stock: 22, note: 'End of season' },
          ],
        },
      ],
    },
    {
      type: 'callout',
      tone: 'warning',
      title: 'Delivery is slowing down',
      text: 'The Lyon warehouse ran with two of five packing lines from Tuesday to Friday. All five are back since Saturday.',
    },
    {
      type: 'details',
      summary: 'How these numbers are made',
      body: [
        {
          type: 'list',
          items: [
            'Orders count on the day they are paid, in Central European Time.',
            {
              text: 'Revenue is net of tax and of refunds',
              items: ['refunds count in the week they are paid out'],
            },
            'Conversion is orders over sessions longer than ten seconds.',
          ],
        },
      ],
    },
  ],
}
