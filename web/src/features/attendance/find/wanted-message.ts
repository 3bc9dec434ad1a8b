import { observable, runInAction } from 'mobx'
import { useEffect } from 'react'
import type { Jump } from '../conversation/use-jump.ts'

interface Place {
  id: string
  seq: number
}

/** By ticket: the message to which its conversation goes as soon as it is on screen. */
const wanted = observable.map<number, Place>({}, { deep: false })

export const wantMessage = (ticketId: number, place: Place): void => runInAction(() => void wanted.set(ticketId, place))

/** Call inside an observer. */
export function useWantedMessage(ticketId: number, jump: Jump): void {
  const place = wanted.get(ticketId)
  useEffect(() => {
    if (!place) return
    runInAction(() => wanted.delete(ticketId))
    jump(place.id, place.seq)
  }, [place, ticketId, jump])
}
