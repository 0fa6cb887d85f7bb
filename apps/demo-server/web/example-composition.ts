/** What the composition page opens with. */
export const example = {
  type: 'view',
  title: 'Checkout health',
  subtitle: 'Last 24 hours',
  body: [
    {
      type: 'stat',
      items: [
        { label: 'p95 latency', value: 412, unit: 'ms', delta: '+38%', tone: 'danger' },
        { label: 'Orders', value: 18240, delta: '+2%', tone: 'success' },
        { label: 'Error rate', value: '0.4%', tone: 'warning' },
      ],
    },
    { type: 'callout', tone: 'warning', text: 'Data after 15:00 is partial.' },
    {
      type: 'bars',
      unit: '%',
      items: [
        { label: 'EU', value: 62 },
        { label: 'US', value: 38 },
      ],
    },
    {
      type: 'section',
      title: 'What changed',
      body: [
        {
          type: 'table',
          columns: [
            { key: 'service', label: 'Service' },
            { key: 'change', label: 'Change' },
            { key: 'effect', label: 'p95', align: 'end' },
          ],
          rows: [
            { service: 'payments', change: 'Retries on', effect: '+120 ms' },
            { service: 'cart', change: 'Cache off', effect: '+44 ms' },
          ],
        },
      ],
    },
  ],
}
