import { useState } from 'react'

/** Whether something is unfolded: the person's choice for this key, else `initial`. A question that comes up later is always seen. */
export function useOpen(
  key: string,
  asking: boolean,
  initial: boolean,
): [open: boolean, choose: (open: boolean) => void] {
  const [chosen, setChosen] = useState<{ key: string; asking: boolean; open: boolean }>()
  const valid = chosen?.key === key && (chosen.asking || !asking)
  return [valid ? chosen.open : initial, (open) => setChosen({ key, asking, open })]
}
