type Count = number | null | undefined

interface OpenAiUsage {
  prompt_tokens?: Count
  completion_tokens?: Count
  total_tokens?: Count
  prompt_tokens_details?: { cached_tokens?: Count } | null | undefined
  completion_tokens_details?: { reasoning_tokens?: Count } | null | undefined
}

/**
 * Usage of an OpenAI-compatible API as V4 buckets. What the server did not say stays undefined (the SDK's
 * own converter writes zero), and servers that count reasoning beside the completion (xAI) are put right.
 */
export function toLanguageModelUsage(usage: OpenAiUsage | null | undefined) {
  const prompt = usage?.prompt_tokens ?? undefined
  const cacheRead = usage?.prompt_tokens_details?.cached_tokens ?? undefined
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens ?? undefined
  const output = outputTokens(usage, prompt, reasoning)
  return {
    inputTokens: {
      total: prompt,
      noCache: prompt === undefined ? undefined : Math.max(0, prompt - (cacheRead ?? 0)),
      cacheRead,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: output,
      text: output === undefined ? undefined : Math.max(0, output - (reasoning ?? 0)),
      reasoning,
    },
    // The raw counts as the server sent them, for whoever needs them.
    raw: { ...usage } as Record<string, never>,
  }
}

function outputTokens(
  usage: OpenAiUsage | null | undefined,
  prompt: number | undefined,
  reasoning: number | undefined,
): number | undefined {
  const completion = usage?.completion_tokens ?? undefined
  const total = usage?.total_tokens ?? undefined
  if (completion === undefined || !reasoning) return completion
  const beside = total === (prompt ?? 0) + completion + reasoning
  return beside ? completion + reasoning : completion
}
