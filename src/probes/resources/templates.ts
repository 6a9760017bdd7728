import { TEMPLATES } from "../../facts/lists.ts";
import { walkProbe } from "../walk.ts";

export default walkProbe(TEMPLATES);
