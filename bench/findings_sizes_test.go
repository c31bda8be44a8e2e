package bench_test

// sizesFindings are the verdicts of the models below sizes, each at one size.
// Package mc/sizes decides the same properties for all sizes.
var sizesFindings = []finding{
	{
		model:    "sizes/german.rcp",
		sizes:    []size{{"N=3", 74, 0}},
		holds:    `only_copy lent one_request works_for granted never_stuck served`,
		violated: `copies`,
	},
	{
		model:    "sizes/handover.rcp",
		sizes:    []size{{"N=3", 9, 0}},
		holds:    `exclusive not_under_way one_message never_lost arrives`,
		violated: `visited`,
	},
	{
		model:    "sizes/lock.rcp",
		sizes:    []size{{"N=3", 20, 0}},
		holds:    `exclusive owner_has_it own_lock kept never_stuck gives_back`,
		violated: `served`,
	},
	{
		model:    "sizes/lockserv.rcp",
		sizes:    []size{{"N=3", 80, 0}},
		holds:    `exclusive one_message somewhere never_stuck releases`,
		violated: `served`,
	},
	{
		model:    "sizes/mesi.rcp",
		sizes:    []size{{"N=3", 14, 0}},
		holds:    `one_writer no_reader alone written first_owned never_stuck`,
		violated: `writes never_shared`,
	},
	{
		model:    "sizes/mutex.rcp",
		sizes:    []size{{"N=3", 36, 0}},
		holds:    `one_token exclusive with_token handed_on in_order never_stuck leaves`,
		violated: `served served_if_token`,
	},
	{
		model:    "sizes/pubsub.rcp",
		sizes:    []size{{"N=3", 152, 0}},
		holds:    `open followers nothing_read left_alone never_stuck reads_what_it_follows`,
		violated: `reads`,
	},
	{
		model:    "sizes/shards.rcp",
		sizes:    []size{{"N=3", 18, 0}},
		holds:    `one_owner one_value owner_has_it not_under_way never_lost arrives`,
		violated: `visited`,
	},
	{
		model:    "sizes/tcommit.rcp",
		sizes:    []size{{"N=3", 34, 2}},
		holds:    `consistent final none_works prepared_first decides`,
		violated: `commits`,
	},
	{
		model:    "sizes/twophase.rcp",
		sizes:    []size{{"N=3", 288, 9}},
		holds:    `consistent prepared_first decided all_known final carried_out ends`,
		violated: `commits`,
	},
}
