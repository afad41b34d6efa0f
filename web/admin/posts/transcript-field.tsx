import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { paths } from '../../../contracts/paths.ts'
import { transcriptResponse } from '../../../contracts/posts.ts'
import { callApi } from '../../api.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

/** The transcript of the recording that the post was made from. */
export function TranscriptField({ postId, fresh }: { postId: number | undefined; fresh: string }) {
  const { data } = useQuery({
    queryKey: [postId === undefined ? '' : paths.api.transcript(postId)],
    queryFn: async () =>
      z.parse(transcriptResponse, await callApi('GET', paths.api.transcript(postId ?? 0))).transcript,
    enabled: postId !== undefined && fresh === '',
    gcTime: 0,
  })
  const transcript = fresh || data
  if (!transcript) return null
  return (
    <details className="transcript">
      <summary>Transcript</summary>
      <p className="field-hint">A record of what was said. Only admins can see it.</p>
      <ScrollRegion label="What was said">
        <p>{transcript}</p>
      </ScrollRegion>
    </details>
  )
}
