import { useRef } from 'react'
import { HttpError } from '../lib/http/errors.ts'

/** Saves a number that no channel could look up the second time as it is. */
export function useNumberCheck() {
  const unanswered = useRef<string | null>(null)
  return async <T>(number: string, save: (checkNumber: boolean) => Promise<T>): Promise<T> => {
    try {
      return await save(unanswered.current !== number)
    } catch (error) {
      if (error instanceof HttpError && error.is('ERR_WAPP_CHECK_CONTACT')) unanswered.current = number
      throw error
    }
  }
}
