import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { TicketRow } from '../tickets/contract.ts'
import {
  FigureRows,
  LiveFigures,
  LiveQuery,
  Panel,
  PanelQuery,
  PeriodFigures,
  PeriodQuery,
  RowQuery,
} from './schemas.ts'

export * from './schemas.ts'

export const dashboardContract = defineContract('dashboard', {
  live: {
    method: 'GET',
    path: '/dashboard/live',
    auth: 'user',
    summary: 'How things stand now, over the tickets that the caller sees.',
    query: LiveQuery,
    response: LiveFigures,
  },
  period: {
    method: 'GET',
    path: '/dashboard/period',
    auth: 'user',
    summary: 'What happened from one day to another, beside the days before, by channel, queue, user and time.',
    query: PeriodQuery,
    response: PeriodFigures,
  },
  tickets: {
    method: 'GET',
    path: '/dashboard/tickets',
    auth: 'user',
    summary: 'The tickets that a figure counts: longest wait first where somebody waits, else the latest first.',
    query: RowQuery,
    response: FigureRows,
  },
  panel: {
    method: 'GET',
    path: '/dash-panel',
    auth: 'user',
    summary: 'Who has what, and what waits in each queue; for admins and supervisors, those of queues included.',
    response: Panel,
    errors: ['ERR_NO_PERMISSION'],
  },
  panelTickets: {
    method: 'GET',
    path: '/dash-tickets-queues',
    auth: 'user',
    summary: 'Tickets of the panel: pending ones first, then whoever waits longest; 1000 at most.',
    query: PanelQuery,
    response: Type.Array(TicketRow),
    errors: ['ERR_NO_PERMISSION'],
  },
})
