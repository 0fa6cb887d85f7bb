import type { Composition } from '@toolprism/composition'

/** What a model answers to "where do we stand with the billing migration?". */
export const projectStatus: Composition = {
  type: 'view',
  title: 'Billing migration',
  subtitle: 'Status of 15 May 2026 for the steering group',
  body: [
    {
      type: 'tags',
      items: [
        { label: 'At risk', tone: 'warning' },
        { label: 'Phase 2 of 3' },
        { label: 'Go-live 29 June' },
        { label: 'Budget on plan', tone: 'success' },
      ],
    },
    {
      type: 'callout',
      tone: 'warning',
      title: 'One decision is needed this week',
      text: 'The tax provider delivers its new interface two weeks late. Either the go-live moves to 13 July, or the first release ships without reverse charge for the Nordic countries.',
    },
    {
      type: 'columns',
      columns: [
        {
          weight: 3,
          body: [
            { type: 'heading', text: 'Progress', level: 3 },
            { type: 'progress', label: 'Accounts migrated', value: 8420, max: 12500, tone: 'info' },
            { type: 'progress', label: 'Invoices reconciled', value: 97, tone: 'success' },
            { type: 'progress', label: 'Test cases passed', value: 412, max: 460, tone: 'warning' },
          ],
        },
        {
          weight: 2,
          body: [
            { type: 'heading', text: 'Project', level: 3 },
            {
              type: 'fields',
              items: [
                { label: 'Sponsor', value: 'Ines Duarte' },
                { label: 'Lead', value: 'Tomas Lindqvist' },
                { label: 'Team', value: '9 people' },
                { label: 'Spent', value: '€ 312,000 of € 480,000' },
              ],
            },
          ],
        },
      ],
    },
    {
      type: 'section',
      title: 'Since the last report',
      body: [
        {
          type: 'list',
          items: [
            { text: 'Second wave of accounts moved without a rollback', done: true },
            { text: 'Dunning letters approved by legal', done: true },
            {
              text: 'Load test at twice the month-end peak',
              done: false,
              items: ['Environment is ready since Wednesday', 'Runs in the night of 18 May'],
            },
            { text: 'Reverse charge for the Nordic countries', done: false },
          ],
        },
      ],
    },
    {
      type: 'section',
      title: 'Risks',
      body: [
        {
          type: 'table',
          columns: [
            { key: 'risk', label: 'Risk' },
            { key: 'likelihood', label: 'Likelihood' },
            { key: 'impact', label: 'Impact' },
            { key: 'answer', label: 'Answer' },
          ],
          rows: [
            {
              risk: 'Tax interface is later still',
              likelihood: 'Medium',
              impact: 'High',
              answer: 'Weekly call, manual export as a fallback',
            },
            {
              risk: 'Month-end load is higher than tested',
              likelihood: 'Low',
              impact: 'High',
              answer: 'Test at twice the peak before go-live',
            },
            {
              risk: 'Holidays in July',
              likelihood: 'High',
              impact: 'Medium',
              answer: 'Two people on call, agreed with both teams',
            },
          ],
        },
      ],
    },
    {
      type: 'section',
      title: 'Milestones',
      body: [
        {
          type: 'timeline',
          items: [
            { at: '3 April', title: 'First wave: 1,200 accounts', tone: 'success' },
            { at: '12 May', title: 'Second wave: 7,220 accounts', tone: 'success' },
            { at: '18 May', title: 'Load test', text: 'Twice the month-end peak for four hours.' },
            { at: '8 June', title: 'Third wave: 4,080 accounts' },
            {
              at: '29 June',
              title: 'Go-live',
              text: 'Depends on the decision above.',
              tone: 'warning',
            },
          ],
        },
      ],
    },
    {
      type: 'quote',
      text: 'Rather two weeks later than a release that sends wrong invoices to Norway.',
      source: 'Ines Duarte, 14 May',
    },
    {
      type: 'links',
      items: [
        { label: 'Project plan', href: 'https://projects.example.com/billing/plan' },
        {
          label: 'Risk register',
          href: 'https://projects.example.com/billing/risks',
          note: 'updated every Friday',
        },
        { label: 'Ask the lead', href: 'mailto:billing-migration@example.com' },
      ],
    },
  ],
}
