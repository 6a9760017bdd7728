import { describeReal } from "./describe.ts";
import { REAL_SERVERS } from "./servers.ts";

describeReal(REAL_SERVERS.filter((server) => server.start.transport === "http"));
