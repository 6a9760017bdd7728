export { didYouMean, distance, nearest } from "../model/nearest.ts";
