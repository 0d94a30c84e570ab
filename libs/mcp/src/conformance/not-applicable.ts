/** A scenario of the conformance runner that asks for something a server may leave out, and that Tributary leaves out. */
export interface NotApplicable {
  readonly scenarios: readonly string[];
  /** What the specification says, word for word, and where. */
  readonly sentence: string;
  readonly source: string;
  readonly why: string;
}

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';

/** By revision; every other scenario that the revision requires passes. */
export const NOT_APPLICABLE: Readonly<Record<string, readonly NotApplicable[]>> = {
  '2026-07-28': [],
  '2025-11-25': [
    {
      scenarios: ['tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
      sentence: 'Both parties MUST: … Only use capabilities that were successfully negotiated',
      source: `${SPECIFICATION}/basic/lifecycle#operation`,
      why: 'Any replica answers any request, so at a tool call none knows what its client declared when it was initialized, and none may ask it for sampling or elicitation. No tool of Tributary asks a client anything. Under 2026-07-28, where every request declares its capabilities, the same questions pass.',
    },
    {
      scenarios: ['resources-subscribe', 'resources-unsubscribe'],
      sentence: 'Both `subscribe` and `listChanged` are optional—servers can support neither, either, or both',
      source: `${SPECIFICATION}/server/resources#capabilities`,
      why: 'Over HTTP without sessions there is no stream on which a notification would reach the client that subscribed, so the capability is not declared. It is over stdio, and under 2026-07-28 over both.',
    },
    {
      scenarios: ['server-sse-multiple-streams'],
      sentence: 'A server using the Streamable HTTP transport MAY assign a session ID at initialization time',
      source: `${SPECIFICATION}/basic/transports#session-management`,
      why: 'The scenario goes on only where a session ID was assigned, and warns otherwise. Under 2026-07-28, which has no sessions, it passes.',
    },
  ],
};
