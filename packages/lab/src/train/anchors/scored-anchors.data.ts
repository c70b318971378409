// Prompts of our own in the manner of public benchmarks that no data folder holds. How often a model is taken to serve
// one is its public score on that benchmark, from the catalogue: so hard requests stay hard where outcomes are silent.
// Only benchmarks that no protocol judges are used; docs/research/anchors.md tells what this rests on.
import type { AnchorField } from "./anchors.data.ts";

export interface ScoredAnchorGroup {
  /** As the catalogue names it. */
  readonly benchmark: string;
  readonly field: AnchorField;
  /** Assumed visible output tokens. */
  readonly outputTokens: number;
  readonly prompts: readonly string[];
}

export const SCORED_ANCHOR_GROUPS: readonly ScoredAnchorGroup[] = [
  {
    benchmark: "gpqa_diamond",
    field: "knowledge",
    outputTokens: 700,
    prompts: [
      "A spin-1/2 particle sits in a field that rotates slowly about the z axis. What geometric phase does the aligned state collect after one full turn, as a function of the cone angle?",
      "Which product dominates when (R)-3-methylcyclohexanone is treated with LDA at -78 °C and then allyl bromide, and why?\n(A) 2-allyl, trans to the methyl group\n(B) 2-allyl, cis to the methyl group\n(C) 6-allyl, trans to the methyl group\n(D) O-allyl enol ether",
      "In a cross of two doubly heterozygous plants the recombination frequency between the loci is 18 %. What fraction of the offspring is expected to be homozygous recessive at both, in coupling phase?",
      "Estimate the shift of the 21 cm line emitted by a hydrogen cloud orbiting at three Schwarzschild radii of a non-rotating black hole, seen face-on.",
      "Two proteins bind the same promoter cooperatively. Given the occupancy curves below the Hill coefficient is 2.7; which mutation would most plausibly bring it to 1 without changing the half-saturation?",
      "How many signals does the proton NMR spectrum of bicyclo[2.2.1]heptan-2-one show in principle, taking diastereotopic protons into account?",
      "A neutrino oscillation experiment has a baseline of 295 km and a peak energy of 0.6 GeV. How does the sign of the mass ordering change the electron neutrino appearance probability, and by roughly what fraction?",
      "Explain which selection rule forbids the transition, and how spin-orbit coupling in the 5d series relaxes it, for a tetragonally distorted octahedral complex.",
      "An enzyme follows an ordered bi-bi mechanism. Which pattern of product inhibition would tell it from a ping-pong mechanism, at saturating and at low second substrate?",
      "Berechne die Korrektur erster Ordnung zur Grundzustandsenergie des Heliumatoms durch die Elektron-Elektron-Abstoßung und vergleiche sie mit dem Variationsergebnis.",
      "Quelle est la constante de vitesse attendue pour un transfert d'électron dans la région inversée de Marcus si l'énergie de réorganisation vaut 0,8 eV et ΔG° = -1,4 eV ?",
      "一个二维电子气在强磁场中，填充因子为 5/2。解释为什么这一态被认为具有非阿贝尔统计，并指出实验上的判据。",
      "A patient's karyotype shows a Robertsonian translocation between chromosomes 14 and 21. Derive the theoretical and the observed risk of an affected child for a female carrier, and say why they differ.",
      "For the following pericyclic cascade decide the number of electrons in each step, whether it is conrotatory or disrotatory under heating, and the configuration of the final ring fusion.",
    ],
  },
  {
    benchmark: "hle",
    field: "knowledge",
    outputTokens: 1200,
    prompts: [
      "Let X be a smooth projective surface of general type with p_g = q = 1 and K² = 2. Describe the general fibre of its Albanese map and prove that it is a curve of genus two.",
      "Prove that every finitely generated group of polynomial growth that is also torsion-free admits a faithful unipotent representation over the integers after passing to a subgroup of finite index.",
      "Classify up to isotopy the Lagrangian tori in the product of two spheres of equal area that are disjoint from the diagonal and the antidiagonal.",
      "Give the complete list of exceptional isogenies between split simple groups in characteristic two and three and describe the kernel of each on the level of root subgroups.",
      "Transliterate and translate the damaged third line of this Palmyrene funerary inscription, restoring the missing patronymic from the formulae used elsewhere in the same hypogeum.",
      "Which of these phonological changes must precede the loss of final vowels in the attested reflexes of the language family, and how do the loanwords settle the relative chronology?",
      "Show that the entropy of the time-t map of a geodesic flow on a compact rank one manifold is not maximised by any measure supported on the singular set, without using Knieper's uniqueness theorem.",
      "Beweise oder widerlege: Jede lokal kompakte, total unzusammenhängende Gruppe mit trivialem Zentrum, in der jede abgeschlossene Untergruppe kompakt erzeugt ist, ist endlich.",
      "Démontrer que l'anneau des invariants d'un groupe fini engendré par des pseudo-réflexions est polynomial en caractéristique première à l'ordre, et donner un contre-exemple précis dans le cas modulaire.",
      "Determine the exact asymptotic constant in the number of self-avoiding polygons on the hexagonal lattice under the conjectured conformal invariance, and state which steps are rigorous.",
      "Find all pairs of commuting differential operators of rank two and genus one whose coefficients are polynomials, up to the action of automorphisms of the Weyl algebra.",
      "Construct an explicit counterexample to the claim, or prove it: the Turing degrees of the minimal pairs computable from the halting problem generate all degrees below it.",
      "In a chess endgame tablebase with seven pieces, characterise the positions of mutual zugzwang with opposite-coloured bishops and one pawn each, and explain the exceptions on the rook files.",
      "Derive the two-loop beta function of the quartic coupling in a theory with one real scalar and N Majorana fermions with a Yukawa term, in minimal subtraction, showing each diagram.",
      "证明：若一个紧致黎曼流形的第一特征值达到 Lichnerowicz 下界，则它等距于球面；并推广到带边界的情形，说明边界条件的作用。",
      "Dimostra che il gruppo fondamentale del complementare di un arrangiamento di iperpiani complessificato non è in generale determinato dal reticolo delle intersezioni.",
    ],
  },
  {
    benchmark: "otis_mock_aime",
    field: "mathematics",
    outputTokens: 1100,
    prompts: [
      "How many functions f from {1, 2, ..., 8} to itself satisfy f(f(f(x))) = x for exactly five values of x?",
      "The circles ω1 and ω2 meet at P and Q. A common tangent touches them at A and B, and the line PQ meets AB at M. If AB = 24, MP = 9 and the radius of ω1 is 15, find the radius of ω2 as a fraction in lowest terms.",
      "Find the remainder when the sum of all positive integers n for which n² + 85n + 2017 is a perfect square is divided by 1000.",
      "A token starts at the corner of a 6 by 6 board and moves to a random neighbour each second. Find the expected number of seconds until it has visited every square of the border.",
      "Let a, b, c be the roots of x³ - 7x² + 5x + 2. Compute the value of the sum of a^4/(b - c)^2 over the three cyclic shifts.",
      "Prove that among any 2n - 1 integers there are n whose sum is divisible by n.",
      "In an acute triangle the altitudes meet at H and the midpoints of BC, CA, AB are D, E, F. Show that the circles with diameters AH, and those through D tangent to the nine-point circle, share a point.",
      "Find all functions f on the positive rationals with f(x f(y)) = f(x)/y for all x and y, and show that there are infinitely many.",
      "Seien a, b, c positive reelle Zahlen mit abc = 1. Zeige, dass die Summe von 1/(a³(b + c)) über alle zyklischen Vertauschungen mindestens 3/2 ist.",
      "Trouver tous les entiers n tels que 2^n + 12^n + 2011^n soit un carré parfait, et justifier.",
      "设 p 为奇素数。求满足 x^2 + y^2 + z^2 ≡ 1 (mod p) 的有序三元组 (x, y, z) 的个数，并给出证明。",
      "Determina todos los polinomios P con coeficientes enteros tales que P(n) divide a 2^n - 1 para todo entero positivo n.",
      "Each edge of a complete graph on 17 vertices is coloured in one of three colours. Prove that some triangle has all its edges of one colour, and that 16 vertices are not enough.",
      "Let S be the set of points (x, y) in the unit square for which floor(log_2(1/x)) and floor(log_5(1/y)) are both even. The area of S is m/n in lowest terms; find m + n.",
      "Evaluate the product over k from 1 to 44 of (1 - cot(k degrees)·tan(45 degrees - k degrees) + tan²(k degrees)) in closed form, or show that none exists.",
      "Consider sequences of 0s and 1s of length 20 in which no block of five consecutive terms contains more than three 1s. How many are there modulo 1000?",
    ],
  },
  {
    benchmark: "scicode",
    field: "code",
    outputTokens: 1200,
    prompts: [
      "Write a Python module that computes the band structure of a one-dimensional photonic crystal by the plane wave expansion, including the density of states by the tetrahedron method, with tests against the analytic two-layer case.",
      "Implement a symplectic integrator of order six for the restricted three-body problem in C++ and monitor the Jacobi constant; explain the step size control that keeps it symplectic.",
      "Implement the density matrix renormalisation group for the spin-1 Heisenberg chain with matrix product states in NumPy, with variable bond dimension and truncation error reported per sweep.",
      "Write a particle-in-cell solver for the two-stream instability with charge-conserving current deposition and verify the linear growth rate.",
      "Implement a finite volume solver for the relativistic Euler equations with an HLLC Riemann solver and primitive variable recovery that never fails; give the root-finding bracket proof.",
      "Code a replica exchange Monte Carlo simulation for a lattice protein with pull moves, parallelised with MPI, and estimate free energies by the weighted histogram method.",
      "Implementiere in Julia ein Mehrgitterverfahren für die Helmholtz-Gleichung mit absorbierenden Randbedingungen und zeige, weshalb der Glätter angepasst werden muss.",
      "Write a GPU kernel in CUDA for the fast multipole method's multipole-to-local translations in three dimensions with rotation-based acceleration, and analyse its arithmetic intensity.",
      "Implement automatic differentiation through the eigendecomposition of a Hermitian matrix with degenerate eigenvalues and explain the gauge choice.",
      "写一个 Python 程序，用赝势平面波方法求解硅的能带，并与实验带隙比较，解释误差来源。",
    ],
  },
  {
    benchmark: "swe_bench_verified",
    field: "code",
    outputTokens: 1100,
    prompts: [
      "Our Raft implementation occasionally loses a committed entry after two leader changes within one election timeout. Here are the logs of the three nodes; find the bug and write the fix with a regression test.",
      "This generational garbage collector crashes under load when a large array is promoted while the write barrier is being patched. Diagnose the race from the core dump summary and propose a correct memory ordering.",
      "In our ORM a queryset that is sliced, then annotated with a window function and combined by union drops the ORDER BY on PostgreSQL only. Track down why in the compiler and patch it without breaking SQLite.",
      "Design and implement a wait-free snapshot object for n threads in Rust with bounded memory, and prove linearisability step by step.",
      "The type checker accepts this program although it is unsound: it combines variance, conditional types and recursive aliases. Find the unsound rule in the solver code below and fix it.",
      "Implement a cost-based optimiser with dynamic programming over bushy join trees, cardinality estimation by sampling and interesting orders, integrated in the existing planner with its tests green.",
      "A CRDT text editor diverges after concurrent move and delete of nested ranges. Give a minimal failing trace, explain which convergence property breaks, and repair the merge function with a proof.",
      "Finde den Grund, warum unser Scheduler bei aktivierter Prioritätsvererbung in eine Verklemmung gerät, und schreibe eine korrigierte Version der Sperrverwaltung mit Invarianten.",
      "Migrate this 40-table monolith schema to a sharded layout with zero downtime: write the dual-write layer, the backfill with checksums, and the cut-over with rollback, in the given repository structure.",
      "Write a JIT compiler backend for this bytecode that does linear scan register allocation with live range splitting for x86-64 and ARM64, and make the failing differential fuzz cases pass.",
    ],
  },
  {
    benchmark: "ifbench",
    field: "writing",
    outputTokens: 400,
    prompts: [
      "Write exactly four paragraphs about lighthouses. Every sentence of the second must have a prime number of words, no word may occur twice in the third, and the first letters of the fourth's sentences must spell STORM.",
      "Describe your morning in 120 words without the letter e, alternate between words of odd and even length, and end every third sentence with a question mark.",
      "List seven inventions; after each put the year in Roman numerals in brackets, sort by the last letter of the name, and let no two neighbouring lines have the same number of vowels.",
      "Write a villanelle in iambic pentameter on the carbon cycle in which every refrain changes exactly one word and the changed words, read in order, form a sentence.",
      "Answer in JSON with keys in reverse alphabetical order; each value must be a palindrome of at least seven letters, and the whole answer must contain the digit 7 exactly eleven times.",
      "Schreibe eine Geschichte in genau 99 Wörtern, in der jeder Satz ein Wort mehr hat als der vorige und kein Substantiv zweimal vorkommt.",
      "Summarise the plot of Hamlet in three sentences of 13, 17 and 19 words; use no proper name, and include every letter of the alphabet at least twice.",
      "Write a product page for a lamp where the number of bullet points equals the number of vowels in the product name, and each bullet begins with the last word of the one before.",
    ],
  },
  {
    benchmark: "aider_polyglot",
    field: "code",
    outputTokens: 700,
    prompts: [
      "Implement an interpreter for a small Forth in Rust with user-defined words, redefinition semantics and precise error kinds, passing the given test file.",
      "Write a C++ library that solves alphametics puzzles with up to ten letters by constraint propagation, fast enough for 199 addends.",
      "Complete this Java class so that the reactive spreadsheet cells update in topological order, fire callbacks once per stable change and allow removal during a callback.",
      "Implement in Go a concurrent bank account with close semantics, a zebra puzzle solver by backtracking, and benchmarks for both.",
      "Write a JavaScript parser for SGF game trees with escape rules and nested variations, returning helpful errors for each malformed case.",
      "Fill in this Python module: polynomial rational arithmetic over big integers with exact division, greatest common divisor and square-free factorisation; all 44 hidden tests must pass.",
      "Schreibe eine Rust-Bibliothek für Poker-Hand-Vergleiche mit allen Gleichstandsregeln, inklusive der Ass-tief-Straße, ohne externe Pakete.",
      "Implement the book store discount problem optimally in any grouping, explain why greedy fails and prove that your grouping rule is right.",
    ],
  },
];
