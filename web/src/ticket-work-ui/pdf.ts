import { ticketTasksContract } from '@recado/core/modules/ticket-tasks/contract'
import { callForFile } from '../lib/http/client.ts'
import { saveBlob } from '../lib/save-text.ts'

/** As long as the server may take (specification §9). */
const PATIENCE = 480_000

/** Saves the conversation as PDF; of a very long one the id of the work that makes the files. */
export async function downloadPdf(ticketId: number): Promise<number | null> {
  const answer = await callForFile(ticketTasksContract.routes.pdf, { params: { ticketId }, timeoutMs: PATIENCE })
  if (!(answer instanceof Blob)) return answer.id
  saveBlob(answer, `atendimento-${ticketId}.pdf`)
  return null
}
