type BulkChoiceProps = { labels: readonly [all: string, none: string]; onChoose: (isAll: boolean) => void }

/** Two buttons above a list of checkboxes. */
export function BulkChoice({ labels: [all, none], onChoose }: BulkChoiceProps) {
  return (
    <p className="form-actions">
      <button type="button" className="text-button" onClick={() => onChoose(true)}>
        {all}
      </button>
      <button type="button" className="text-button" onClick={() => onChoose(false)}>
        {none}
      </button>
    </p>
  )
}
