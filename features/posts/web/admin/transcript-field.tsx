import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { ScrollRegion } from '../../../../core/web/ui/scroll-region.tsx'
import { transcriptRead } from '../../contract/posts.ts'

/**
 * Shows the transcript of the recording that the post is based on. `fresh` is a transcript that is not saved yet;
 * without it, the saved one is loaded.
 */
export function TranscriptField({ postId, fresh }: { postId: number | undefined; fresh: string }) {
  const { data } = useQuery({
    ...apiQuery(transcriptRead, { params: { id: postId ?? 0 } }),
    enabled: postId !== undefined && fresh === '',
    gcTime: 0,
  })
  const transcript = fresh || data?.transcript
  if (!transcript) return null
  return (
    <details className="transcript">
      <summary>Transcript</summary>
      <p className="field-hint">A record of what was said. Only your team can see it.</p>
      <ScrollRegion label="What was said">
        <p>{transcript}</p>
      </ScrollRegion>
    </details>
  )
}
