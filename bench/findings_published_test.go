package bench_test

// publishedFindings are the verdicts of the models below published.
var publishedFindings = []finding{
	{
		model:    "published/adding.rcp",
		sizes:    []size{{"N=2,V=3", 33, 4}, {"", 1053, 118}},
		holds:    `never_zero grows ends`,
		violated: `never_last keeps_writing`,
	},
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
		model:    "published/echo.rcp",
		sizes:    []size{{"", 1331, 2}},
		holds:    `unforgeable correct relayed ends`,
		violated: `never_accepted first_alone`,
	},
	{
		model:    "published/elevator.rcp",
		sizes:    []size{{"N=3", 64, 0}, {"", 192, 0}},
		holds:    `served_in_peace shut_between turns_at_ends never_stuck`,
		violated: `served never_all_wait`,
	},
	{
		model:    "published/filter.rcp",
		sizes:    []size{{"N=2", 9, 0}},
		holds:    `exclusive never_stuck served served_fairly`,
		violated: `never_staggered`,
	},
	{ // a third process to go on for ever meanwhile
		model:    "published/filter.rcp",
		sizes:    []size{{"", 55, 0}},
		holds:    `exclusive never_stuck served_fairly`,
		violated: `never_staggered served`,
	},
	{
		model:    "published/hanoi.rcp",
		sizes:    []size{{"N=3", 27, 0}, {"", 81, 0}},
		holds:    `never_stuck together`,
		violated: `unsolved largest_moves`,
	},
	{
		model:    "published/jugs.rcp",
		sizes:    []size{{"", 16, 0}, {"N=3", 144, 0}},
		holds:    `never_ones one_at_an_end within never_stuck`,
		violated: `never_four first_is_used`,
	},
	{
		model: "published/keyvalue.rcp",
		sizes: []size{{"N=2", 28305, 0}},
		holds: `misses_x misses_y clean_values clean_writes clean_misses refused_x refused_y merged_x merged_y
			kept_x kept_y snapshot_x snapshot_y as_begun once_missed_x once_missed_y told_x told_y never_stuck
			not_all_miss`,
		violated: `ends ends_if_it_moves some_commit all_commit may_be_empty settles apart never_full`,
	},
	{
		model:    "published/leader.rcp",
		sizes:    []size{{"", 43, 1}},
		holds:    `one_leader elects largest second_wins no_two_rounds`,
		violated: `all_full`,
	},
	{
		model:    "published/leader.rcp",
		sizes:    []size{{"N=4", 161, 1}},
		holds:    `one_leader elects largest second_wins`,
		violated: `no_two_rounds all_full`,
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
		model:    "published/retransmission.rcp",
		sizes:    []size{{"N=2,M=1", 26, 0}, {"", 75, 0}},
		holds:    `reported complete_is_all incomplete_is_not_all one_ahead never_stuck`,
		violated: `never_unknown_but_all always_complete`,
	},
	{
		model:    "published/snapshot.rcp",
		sizes:    []size{{"N=2", 40, 0}, {"", 91, 0}},
		holds:    `at_most_one at_least_one completes_if_begun never_stuck`,
		violated: `never_under_way completes`,
	},
	{
		model:    "published/sorting.rcp",
		sizes:    []size{{"N=3,V=3", 27, 10}, {"", 256, 35}},
		holds:    `sorts stays least_stays falls`,
		violated: `last_at_once never_turned`,
	},
	{
		model:    "published/stabilising.rcp",
		sizes:    []size{{"N=3,K=3", 27, 0}, {"", 256, 0}},
		holds:    `stabilises closed never_stuck goes_round`,
		violated: `in_waves`,
	},
	{
		model:    "published/swarm.rcp",
		sizes:    []size{{"N=2,W=2,H=2", 12, 0}, {"", 504, 0}},
		holds:    `apart never_stuck`,
		violated: `reversed`,
	},
	{
		model:    "published/szymanski.rcp",
		sizes:    []size{{"N=2", 25, 0}},
		holds:    `exclusive never_stuck served served_last in_order`,
		violated: `never_all_inside`,
	},
	{
		model:    "published/szymanski.rcp",
		sizes:    []size{{"", 112, 0}},
		holds:    `exclusive never_stuck served served_last`,
		violated: `never_all_inside in_order`,
	},
	{
		model:    "published/termination.rcp",
		sizes:    []size{{"N=3", 202, 1}, {"", 1046, 1}},
		holds:    `detects_truly detects one_token`,
		violated: `ends one_round`,
	},
	{
		model:    "published/trains.rcp",
		sizes:    []size{{"N=3", 31, 0}, {"", 129, 0}},
		holds:    `one_crosses crosses in_order counted`,
		violated: `never_full comes_again`,
	},
	{
		model:    "published/versions.rcp",
		sizes:    []size{{"N=2,V=2", 14, 0}, {"", 8772, 0}},
		holds:    `source_first last_behind`,
		violated: `never_newest`,
	},
}
