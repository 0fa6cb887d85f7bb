/** The JSON Schema of a tool's schema: itself, or what a Standard Schema prints. Undefined when there is none. */
