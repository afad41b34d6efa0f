import { TextButton } from '../../../../core/web/ui/button.tsx'

type BulkChoiceProps = { labels: readonly [all: string, none: string]; onChoose: (isAll: boolean) => void }

/** Two buttons that check or uncheck all checkboxes of a list */
export function BulkChoice({ labels: [all, none], onChoose }: BulkChoiceProps) {
  return (
    <p className="form-actions">
      <TextButton onClick={() => onChoose(true)}>{all}</TextButton>
      <TextButton onClick={() => onChoose(false)}>{none}</TextButton>
    </p>
  )
}
