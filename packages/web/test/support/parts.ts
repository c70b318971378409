// The components that tests render, in one graph of modules: an error of the client must be of the class that they know.
export { SignalboxApiError } from "@signalbox/sdk";
export { Badge } from "../../src/components/badge.tsx";
export { Button } from "../../src/components/button.tsx";
export { Check, Segmented, SelectField } from "../../src/components/choice.tsx";
export { DataTable } from "../../src/components/data-table.tsx";
export { DiffView } from "../../src/components/diff-view.tsx";
export { NumberField, TextField } from "../../src/components/field.tsx";
export { faultOf, FormError } from "../../src/components/form-error.tsx";
export { Lever } from "../../src/components/lever.tsx";
export { Probability } from "../../src/components/probability.tsx";
export { RangeControl } from "../../src/components/range-control.tsx";
export { RankingTable, RejectedList } from "../../src/components/ranking-table.tsx";
export { EmptyState, ErrorPanel, explain, page, Skeleton } from "../../src/components/states.tsx";
export { Tabs } from "../../src/components/tabs.tsx";
