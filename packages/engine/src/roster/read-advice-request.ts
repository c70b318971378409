// Reads the models of an advice request: the roster to judge, and the changes to try.
import { invalid, SignalboxError } from "@signalbox/contracts";
import type { AdviceRequest, FieldError, ModelCatalog } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate.ts";
import type { SelectRequest } from "../request/collect-request.ts";
import { STRANGER_WORDS } from "../request/warnings/warn-of-models.ts";
import { readSelectRequest } from "../request/read-select-request.ts";
import type { RosterChange } from "./roster-request.ts";

type AdviceMember = "models" | "with";

interface AdviceModels {
  /** Undefined where the requests' own lists are judged. */
  readonly models: readonly CandidateInput[] | undefined;
  readonly change: RosterChange | undefined;
}

/** Placeholder for the parts of a routing request that are not there. */
const UNREAD = { messages: "Not read." };

/** The entries as those of a routing request, whose warnings are faults here; each names the member that it stands in. */
function readMember(
  wire: Partial<AdviceRequest>,
  member: AdviceMember,
  catalog: ModelCatalog,
): readonly CandidateInput[] | undefined {
  const list = wire[member];
  if (list === undefined) return undefined;
  const rename = (text: string): string => text.replaceAll(/\b(?:models|llm_providers)(?=\[|: )/g, member);
  const relocate = (faults: readonly FieldError[]): FieldError[] =>
    faults.map(({ location, message, fix }) => ({
      location: rename(location),
      message: rename(message),
      fix,
    }));
  let read: SelectRequest;
  try {
    read = readSelectRequest({ ...UNREAD, models: list }, catalog);
  } catch (fault) {
    if (!(fault instanceof SignalboxError)) throw fault;
    throw invalid(relocate(fault.errors), fault.code);
  }
  const faults = read.warnings.filter(({ message }) => message !== STRANGER_WORDS);
  if (faults.length > 0) throw invalid(relocate(faults));
  return read.candidates;
}

/** @throws SignalboxError validation_failed naming the entry that cannot be read */
export function readAdviceModels(
  wire: Pick<AdviceRequest, "models" | "with" | "without" | "prices">,
  catalog: ModelCatalog,
): AdviceModels {
  const models = readMember(wire, "models", catalog);
  const { without = [], prices = [] } = wire;
  const added = readMember(wire, "with", catalog) ?? [];
  if (added.length + without.length + prices.length === 0) return { models, change: undefined };
  const namesOf = (name: string): string[] => [name, catalog.resolve({ model: name })?.id ?? name];
  const named = [
    ...without.map((name, at) => ({ location: `without[${at}]`, names: new Set(namesOf(name)) })),
    ...prices.map(({ model }, at) => ({ location: `prices[${at}].model`, names: new Set(namesOf(model)) })),
  ];
  return {
    models,
    change: {
      named,
      with: added,
      without: new Set(without.flatMap(namesOf)),
      prices: new Map(
        prices.flatMap(({ model, input_price: input, output_price: output }) =>
          namesOf(model).map((name) => [name, { input, output }] as const),
        ),
      ),
    },
  };
}
