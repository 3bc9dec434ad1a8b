import { defineContract } from '../../platform/http/contract.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { Assignment, Preview, PreviewQuery } from './schemas.ts'

export * from './schemas.ts'

export const distributionContract = defineContract('distribution', {
  explain: {
    method: 'GET',
    path: '/tickets/{id}/assignment',
    auth: 'user',
    summary: 'Why a ticket was given to nobody (yet), with the reason for everybody who could have it.',
    params: IdParams,
    response: Assignment,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  preview: {
    method: 'GET',
    path: '/queue/{id}/distribution',
    auth: 'supervisor',
    summary: 'Who would get the next ticket of a queue now, and why; changes nothing.',
    params: IdParams,
    query: PreviewQuery,
    response: Preview,
    errors: ['ERR_NO_QUEUE_FOUND'],
  },
})
