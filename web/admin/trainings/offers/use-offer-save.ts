import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import {
  type Offer,
  type OfferInput,
  offerCreate,
  offerSend,
  offerUpdate,
} from '../../../../contracts/offers.ts'
import { ApiError, call } from '../../../api.ts'
import { explainFailure } from '../../../api-failures.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { showOffer, trainingKeys } from '../training-queries.ts'

type SaveOptions = {
  entryId: number
  /** The offer that is edited; undefined for a new one */
  offer: Offer | undefined
  onSaved: (offer: Offer, isSent: boolean) => void
  onRefused: (refusal: Refusal) => void
}

/** Why the server did not save or send. `days` are those that aren't free any more. */
export type Refusal = { days: string[]; reason: string; isDraftKept: boolean }

type Wanted = { input: OfferInput; isSent: boolean }

/**
 * Saves an offer, and sends it if wanted. If sending fails, the saved draft is kept, and the next attempt saves the same
 * draft again instead of making a second one.
 */
export function useOfferSave({ entryId, offer, onSaved, onRefused }: SaveOptions) {
  const queries = useQueryClient()
  const kept = useRef(offer)
  const saving = useApiMutation(
    async ({ input, isSent }: Wanted) => {
      const { current } = kept
      const saved = current
        ? await call(offerUpdate, {
            params: { id: current.id },
            body: { ...input, version: current.version },
          })
        : await call(offerCreate, { body: { ...input, entryId } })
      kept.current = saved
      if (!isSent) return saved
      return call(offerSend, { params: { id: saved.id } })
    },
    {
      alwaysInvalidates: trainingKeys,
      onSuccess(saved, { isSent }) {
        showOffer(queries, saved)
        onSaved(saved, isSent)
      },
      onError: (error) =>
        onRefused({
          days: refusedDays(error),
          reason: explainFailure(error),
          isDraftKept: !offer && kept.current !== undefined,
        }),
    },
  )
  const save = (input: OfferInput, isSent: boolean) => saving.run({ input, isSent })
  return { save, busy: saving.busy }
}

const refusal = z.object({ days: z.array(z.string()) })

/** The days that the server names in a refusal */
function refusedDays(error: Error): string[] {
  const parsed = error instanceof ApiError ? z.safeParse(refusal, error.body) : undefined
  return parsed?.success ? parsed.data.days : []
}
