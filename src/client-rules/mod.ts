import type { Rule } from "../model/rule.ts";
import clientElicitationResult from "./features/client-elicitation-result.ts";
import clientInputResponses from "./features/client-input-responses.ts";
import clientRequestState from "./features/client-request-state.ts";
import clientRetryId from "./features/client-retry-id.ts";
import clientRootsUri from "./features/client-roots-uri.ts";
import clientSamplingResult from "./features/client-sampling-result.ts";
import clientTaskCancel from "./features/client-task-cancel.ts";
import clientTaskSupport from "./features/client-task-support.ts";
import clientAccept from "./http/client-accept.ts";
import clientGetAccept from "./http/client-get-accept.ts";
import clientMcpMethod from "./http/client-mcp-method.ts";
import clientMcpName from "./http/client-mcp-name.ts";
import clientParamHeaders from "./http/client-param-headers.ts";
import clientPost from "./http/client-post.ts";
import clientSessionId from "./http/client-session-id.ts";
import clientSessionRestart from "./http/client-session-restart.ts";
import clientTokenInQuery from "./http/client-token-in-query.ts";
import clientVersionHeader from "./http/client-version-header.ts";
import clientVersionNegotiated from "./http/client-version-negotiated.ts";
import clientInitializeFirst from "./lifecycle/client-initialize-first.ts";
import clientInitializeParams from "./lifecycle/client-initialize-params.ts";
import clientInitialized from "./lifecycle/client-initialized.ts";
import clientNegotiatedOnly from "./lifecycle/client-negotiated-only.ts";
import clientWaitsForInitialize from "./lifecycle/client-waits-for-initialize.ts";
import clientExtensionIds from "./messages/client-extension-ids.ts";
import clientInfo from "./messages/client-info.ts";
import clientJsonrpc from "./messages/client-jsonrpc.ts";
import clientMessageSchema from "./messages/client-message-schema.ts";
import clientMeta from "./messages/client-meta.ts";
import clientMetaKeys from "./messages/client-meta-keys.ts";
import clientNoBatch from "./messages/client-no-batch.ts";
import clientNoResponses from "./messages/client-no-responses.ts";
import clientNotificationNoId from "./messages/client-notification-no-id.ts";
import clientRequestId from "./messages/client-request-id.ts";
import clientRequestIdUnique from "./messages/client-request-id-unique.ts";
import clientResponseId from "./messages/client-response-id.ts";
import clientResponseShape from "./messages/client-response-shape.ts";
import clientTraceContext from "./messages/client-trace-context.ts";
import clientStdin from "./stdio/client-stdin.ts";
import clientCancelKnown from "./utilities/client-cancel-known.ts";
import clientCancelNotInitialize from "./utilities/client-cancel-not-initialize.ts";
import clientCursor from "./utilities/client-cursor.ts";
import clientProgressKnownToken from "./utilities/client-progress-known-token.ts";
import clientProgressToken from "./utilities/client-progress-token.ts";
import clientProgressTokenUnique from "./utilities/client-progress-token-unique.ts";

/** Every rule about clients, in report order. */
export const CLIENT_RULES: readonly Rule[] = [
  clientExtensionIds,
  clientInfo,
  clientJsonrpc,
  clientMessageSchema,
  clientMetaKeys,
  clientMeta,
  clientNoBatch,
  clientNoResponses,
  clientNotificationNoId,
  clientRequestIdUnique,
  clientRequestId,
  clientResponseId,
  clientResponseShape,
  clientTraceContext,
  clientInitializeFirst,
  clientInitializeParams,
  clientInitialized,
  clientNegotiatedOnly,
  clientWaitsForInitialize,
  clientAccept,
  clientGetAccept,
  clientMcpMethod,
  clientMcpName,
  clientParamHeaders,
  clientPost,
  clientSessionId,
  clientSessionRestart,
  clientTokenInQuery,
  clientVersionHeader,
  clientVersionNegotiated,
  clientStdin,
  clientCancelKnown,
  clientCancelNotInitialize,
  clientCursor,
  clientProgressKnownToken,
  clientProgressTokenUnique,
  clientProgressToken,
  clientElicitationResult,
  clientInputResponses,
  clientRequestState,
  clientRetryId,
  clientRootsUri,
  clientSamplingResult,
  clientTaskCancel,
  clientTaskSupport,
];
