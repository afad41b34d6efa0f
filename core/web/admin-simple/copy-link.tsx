import { CopyButton } from '../ui/copy-button.tsx'

export function CopyLink({ url }: { url: string }) {
  return <CopyButton label="Copy link" text={() => url} />
}
