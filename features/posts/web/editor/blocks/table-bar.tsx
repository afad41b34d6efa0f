import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { tableLimits } from '../../../contract/post-blocks.ts'
import { BarField, FieldsBar } from './fields-bar.tsx'
import { createTable, insertBlock } from './insert-block.ts'

/** More rows are easily added with the Tab key. */
const maxRows = 100

export function TableBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [rows, setRows] = useState('3')
  const [columns, setColumns] = useState('3')
  const [hasHeader, setHasHeader] = useState(true)
  const [problem, setProblem] = useState<{ field: 'rows' | 'columns'; text: string }>()
  const problemId = useId()

  function apply() {
    const [rowCount, columnCount] = [readCount(rows, maxRows), readCount(columns, tableLimits.columns)]
    if (!rowCount) return setProblem({ field: 'rows', text: `Enter a number of rows from 1 to ${maxRows}.` })
    if (!columnCount)
      return setProblem({
        field: 'columns',
        text: `Enter a number of columns from 1 to ${tableLimits.columns}.`,
      })
    insertBlock(editor, createTable(rowCount, columnCount, hasHeader))
    onClose()
  }

  return (
    <FieldsBar
      label="Table"
      button="Insert"
      problem={problem?.text ?? ''}
      problemId={problemId}
      onApply={apply}
      onClose={onClose}
    >
      <BarField
        label="Rows"
        inputMode="numeric"
        value={rows}
        onChange={setRows}
        isFirst
        problemId={problem?.field === 'rows' ? problemId : undefined}
      />
      <BarField
        label="Columns"
        inputMode="numeric"
        value={columns}
        onChange={setColumns}
        problemId={problem?.field === 'columns' ? problemId : undefined}
      />
      <label className="bar-check">
        <input
          type="checkbox"
          checked={hasHeader}
          onChange={(event) => setHasHeader(event.currentTarget.checked)}
        />
        Header row
      </label>
    </FieldsBar>
  )
}

function readCount(typed: string, max: number): number | undefined {
  const count = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0
  return count >= 1 && count <= max ? count : undefined
}
