package bench_test

// publishedFindings are the verdicts of the models below published.
var publishedFindings = []finding{
	{
		model:    "published/alternating.rcp",
		sizes:    []size{{"V=1", 34, 0}},
		holds:    `in_order at_most_one_ahead never_stuck`,
		violated: `never_all`,
	},
	{
		model:    "published/auction.rcp",
		sizes:    []size{{"N=2,P=3", 41, 0}, {"N=3,P=4", 155, 0}},
		holds:    `within_limit one_wins`,
		violated: `first_never_wins last_pays_all`,
	},
	{
		model:    "published/balancer.rcp",
		sizes:    []size{{"N=2,M=2", 2581, 0}},
		holds:    `never_stuck counted`,
		violated: `unfair_service unfair_asking`,
	},
	{
		model:    "published/bucket.rcp",
		sizes:    []size{{"B=2", 60, 0}, {"", 1984, 0}},
		holds:    `covered never_stuck`,
		violated: `deep spends`,
	},
	{
		model:    "published/chandy-misra.rcp",
		sizes:    []size{{"N=3", 216, 0}, {"", 1584, 0}},
		holds:    `apart never_stuck one_fork`,
		violated: `all_hungry`,
	},
	{
		model:    "published/counters.rcp",
		sizes:    []size{{"N=2,V=2", 16, 0}, {"", 125, 0}},
		holds:    `over_is_zero last_moves_rarely never_stuck`,
		violated: `never_full`,
	},
	{
		model:    "published/cryptographers.rcp",
		sizes:    []size{{"N=3", 190, 16}, {"", 3950, 64}},
		holds:    `sound counted`,
		violated: `never_ends never_odd`,
	},
	{
		model:    "published/mesi.rcp",
		sizes:    []size{{"N=2", 8, 0}, {"", 24, 0}},
		holds:    `coherent never_stuck reads_served`,
		violated: `all_share`,
	},
	{
		model:    "published/paxos.rcp",
		sizes:    []size{{"N=2,B=1", 80, 0}, {"N=2,B=2", 1048, 0}},
		holds:    `agreement ballots_grow voted_promised`,
		violated: `nothing_chosen`,
	},
	{
		model:    "published/publish-subscribe.rcp",
		sizes:    []size{{"N=2,C=1", 64, 0}, {"N=2", 144, 0}},
		holds:    `same_item same_items never_stuck`,
		violated: `all_full`,
	},
	{
		model:    "published/raft.rcp",
		sizes:    []size{{"N=2", 18, 1}, {"", 170, 1}},
		holds:    `one_leader terms_grow`,
		violated: `never_leads`,
	},
	{
		model:    "published/swarm.rcp",
		sizes:    []size{{"N=2,W=2,H=2", 12, 0}, {"", 504, 0}},
		holds:    `apart never_stuck`,
		violated: `reversed`,
	},
	{
		model:    "published/versions.rcp",
		sizes:    []size{{"N=2,V=2", 14, 0}, {"", 8772, 0}},
		holds:    `source_first last_behind`,
		violated: `never_newest`,
	},
}
